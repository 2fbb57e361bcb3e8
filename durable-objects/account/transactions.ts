/** A store that caches values of its rows. */
export interface Remembering {
  forgetAll(): void
}

/** A decision that is stored completely or not at all. The cached values are dropped with its rows. */
export class Transactions {
  private readonly storage: DurableObjectStorage
  private readonly stores: readonly Remembering[]

  constructor(storage: DurableObjectStorage, stores: readonly Remembering[]) {
    this.storage = storage
    this.stores = stores
  }

  run<T>(decision: () => T): T {
    try {
      return this.storage.transactionSync(decision)
    } catch (error) {
      for (const store of this.stores) store.forgetAll()
      throw error
    }
  }
}
