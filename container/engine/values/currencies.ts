/** As they stand before or behind amounts: the source of a pattern. */
export const currencies = String.raw`[$€£¥₹₽₩₺]|US\$|CHF|EUR|USD|GBP|kr|zł|Kč|R\$`
