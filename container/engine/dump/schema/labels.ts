/** The label as MySQL compares it, without case and without spaces at the end. */
const plainLabel = (label: string): string => label.replace(/ +$/, '').toLowerCase()
const indexes = new WeakMap<
  readonly string[],
  { readonly exact: ReadonlySet<string>; readonly plain: Map<string, string> }
>()

/** The label that a text means: the same one, or else the first that differs in case or in spaces at the end. */
export function labelOf(labels: readonly string[], text: string): string | null {
  let index = indexes.get(labels)
  if (index === undefined) {
    // The first of several labels that are alike wins.
    const plain = new Map(labels.toReversed().map((label) => [plainLabel(label), label]))
    indexes.set(labels, (index = { exact: new Set(labels), plain }))
  }
  return index.exact.has(text) ? text : (index.plain.get(plainLabel(text)) ?? null)
}
