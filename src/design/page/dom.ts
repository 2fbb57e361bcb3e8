/** Returns an element of the page that its server part has drawn. */
export function part<E extends HTMLElement>(id: string, kind: abstract new () => E): E {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`the page has no ${id}`)
  return element
}

type Content = string | Node | null

/** Returns a new element; text is text, whatever it holds. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...content: readonly Content[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...content.filter((piece) => piece !== null))
  return element
}

/** Numbers in the format of the reader's locale. */
const counts = new Intl.NumberFormat()
export const countText = (count: number): string => counts.format(count)
