/** Work over all accounts, in slices. Each message contains the start of the next slice and the results so far. */
export type Chore =
  | {
      readonly kind: 'sweep'
      readonly prefix: number
      readonly cursor: string | null
      readonly seen: number
      readonly removed: number
    }
  | { readonly kind: 'rebuild'; readonly after: string; readonly accounts: number }

/** The result of a slice. */
export type Continued<Done> = Done & { readonly finished: boolean }
