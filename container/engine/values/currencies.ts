/** Currencies as written before or after amounts. This is the source of a pattern. */
export const currencies = String.raw`[$€£¥₹₽₩₺]|US\$|CHF|EUR|USD|GBP|kr|zł|Kč|R\$`
