/** Servers store labels without trailing spaces. A pattern would search a long text of spaces again from each of them. */
export function withoutTrailingSpaces(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ') end--
  return text.slice(0, end)
}

/** Returns the label as MySQL compares it, without case and trailing spaces. */
const plainLabel = (label: string): string => withoutTrailingSpaces(label).toLowerCase()

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
