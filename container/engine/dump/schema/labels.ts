/** Returns the label as MySQL compares it, without case and trailing spaces. */
const plainLabel = (label: string): string => label.replace(/ +$/, '').toLowerCase()
const indexes = new WeakMap<
  readonly string[],
  { readonly exact: ReadonlySet<string>; readonly plain: Map<string, string> }
>()

/**
 * Returns the label that a string means: an equal one, or else the first that differs only in case or trailing spaces.
 */
export function labelOf(labels: readonly string[], text: string): string | null {
  let index = indexes.get(labels)
  if (index === undefined) {
    // If several labels are equal, the first one wins.
    const plain = new Map(labels.toReversed().map((label) => [plainLabel(label), label]))
    indexes.set(labels, (index = { exact: new Set(labels), plain }))
  }
  return index.exact.has(text) ? text : (index.plain.get(plainLabel(text)) ?? null)
}
