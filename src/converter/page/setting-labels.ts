import { withFieldNames } from '../../contract/advice.ts'

/** The words for fields that each column has. */
const ofColumns: Readonly<Record<string, string>> = {
  'columns[].exclude': 'the checkboxes of the columns',
  'columns[].type': 'the type of the column',
}

/** Returns the label of a setting, or null for a setting that the page does not have. */
function labelOf(control: HTMLElement | null): string | null {
  const hasLabel = control instanceof HTMLInputElement || control instanceof HTMLSelectElement
  return hasLabel ? (control.labels?.[0]?.textContent.trim() ?? null) : null
}

/**
 * Returns a message with the labels that the page has for the settings, because a visitor does not know their paths
 * in the API: “Workbook password” for `input.password`. A setting that the page does not have keeps its path.
 */
export function withLabels(message: string): string {
  return withFieldNames(message, (path, value) => {
    const control = document.getElementById(`spec-${path}`)
    const label = labelOf(control)
    const name = label === null ? ofColumns[path] : `“${label}”`
    if (name === undefined) return null
    if (value === undefined) return name
    const options = control instanceof HTMLSelectElement ? [...control.options] : []
    // The word after “to” may also be a verb: “Set “Path to the rows” to choose another element.”
    const option = options.find((one) => one.value === value)
    return `${name} to ${option === undefined ? value : `“${option.text}”`}`
  })
}
