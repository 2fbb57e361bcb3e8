/** The currencies as they stand before or after amounts: the source of a pattern. */
export const currencies = String.raw`[$€£¥₹₽₩₺]|US\$|CHF|EUR|USD|GBP|kr|zł|Kč|R\$`
