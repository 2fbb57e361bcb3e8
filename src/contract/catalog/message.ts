declare const fromCatalog: unique symbol

/**
 * A sentence that people read. Only a catalog creates one, so all sentences of an area are in one place. A literal in
 * any other file does not compile where a message is required.
 */
export type Message = string & { readonly [fromCatalog]: true }
