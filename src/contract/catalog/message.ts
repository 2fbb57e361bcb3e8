declare const fromCatalog: unique symbol

/**
 * A sentence that people read. Only a catalog makes one, so the sentences of an area can be read at a stretch: a literal
 * in any other file does not compile where a message is needed.
 */
export type Message = string & { readonly [fromCatalog]: true }
