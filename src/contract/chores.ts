/** Work over all accounts, in slices. Each message says where the next slice begins and what was done before it. */
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
