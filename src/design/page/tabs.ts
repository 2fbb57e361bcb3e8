/**
 * Adds tabs by the ARIA pattern: arrows move, with one tab stop. Groups of the same name switch together, and the
 * browser stores the choice.
 */

const memory = 'tabs:'

function select(tab: HTMLElement): void {
  const tabs = tab.closest('.tabs')
  for (const other of tabs?.querySelectorAll<HTMLElement>('[role="tab"]') ?? []) {
    const isChosen = other === tab
    other.setAttribute('aria-selected', String(isChosen))
    other.tabIndex = isChosen ? 0 : -1
    const panel = document.getElementById(other.getAttribute('aria-controls') ?? '')
    if (panel !== null) panel.hidden = !isChosen
  }
}

function selectEverywhere(group: string, label: string): void {
  for (const tab of document.querySelectorAll<HTMLElement>(`.tabs[data-tabs="${group}"] [role="tab"]`))
    if (tab.textContent.trim() === label) select(tab)
}

function choose(tab: HTMLElement): void {
  const group = tab.closest<HTMLElement>('.tabs')?.dataset['tabs']
  select(tab)
  if (group === undefined) return
  const label = tab.textContent.trim()
  selectEverywhere(group, label)
  // The browser may refuse to store anything. Then the choice lasts as long as the page.
  try {
    localStorage.setItem(memory + group, label)
  } catch {}
}

function remembered(group: string): string | null {
  try {
    return localStorage.getItem(memory + group)
  } catch {
    return null
  }
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

export function startTabs(): void {
  const groups = new Set([...document.querySelectorAll<HTMLElement>('.tabs')].map(({ dataset }) => dataset['tabs']))
  for (const group of groups) {
    const label = group === undefined ? null : remembered(group)
    if (group !== undefined && label !== null) selectEverywhere(group, label)
  }
  document.addEventListener('click', (event) => {
    const tab = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="tab"]') : null
    if (tab !== null) choose(tab)
  })
  document.addEventListener('keydown', (event) => {
    const tab = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="tab"]') : null
    const step = steps[event.key]
    if (tab === null || step === undefined) return
    const all = [...(tab.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
    const next = all[(all.indexOf(tab) + step + all.length) % all.length]
    if (next === undefined) return
    event.preventDefault()
    choose(next)
    next.focus()
  })
}
