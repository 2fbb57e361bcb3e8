/** The path of a setting in a message of the engine, and the value that the message recommends. */
const pathAndValue = /\b(?:spec\.)?((?:input|output|inference|dump)\.[a-z_]+(?:\.[a-z_]+)*)(?: to (\w+))?/g

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
  return message.replace(pathAndValue, (whole: string, path: string, value: string | undefined) => {
    const control = document.getElementById(`spec-${path}`)
    const label = labelOf(control)
    if (label === null) return whole
    if (value === undefined) return `“${label}”`
    const options = control instanceof HTMLSelectElement ? [...control.options] : []
    return `“${label}” to “${options.find((option) => option.value === value)?.text ?? value}”`
  })
}
