/** Branded identifiers, so that a conversion's id does not compile where an account's id is required. */
declare const brand: unique symbol
type Branded<Name extends string> = string & { readonly [brand]: Name }

export type AccountId = Branded<'account'>
export type ConversionId = Branded<'conversion'>
export type EventId = Branded<'event'>
export type RequestId = Branded<'request'>
export type KeyId = Branded<'key'>
export type CaseId = Branded<'case'>

export const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

export const isAccountId = (text: string): text is AccountId => ulidPattern.test(text)
export const isConversionId = (text: string): text is ConversionId => ulidPattern.test(text)
