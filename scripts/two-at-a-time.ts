/** Does work for each item, two at a time, and returns the results in the order of the items. */
export async function twoAtATime<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  // Both take their items from one iterator.
  const waiting = items.entries()
  async function workOn(): Promise<void> {
    for (const [at, item] of waiting) results[at] = await work(item)
  }
  await Promise.all([workOn(), workOn()])
  return results
}
