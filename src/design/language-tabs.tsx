import type { Child } from 'hono/jsx'

interface LanguageTab {
  readonly name: string
  readonly label: string
  readonly content: Child
}

interface LanguageTabsProps {
  /** The first part of the ids of tabs and panels. */
  readonly id: string
  readonly tabs: readonly LanguageTab[]
  readonly panelClass?: string
}

/** Renders one sample in several languages, with a tab for each. The tabs of all samples on a page switch together. */
export const LanguageTabs = ({ id, tabs, panelClass }: LanguageTabsProps) => (
  <div class="tabs" data-tabs="code">
    <div role="tablist" aria-label="Language">
      {tabs.map(({ name, label }, at) => (
        <button
          type="button"
          role="tab"
          id={`${id}-${name}-tab`}
          aria-controls={`${id}-${name}`}
          aria-selected={at === 0 ? 'true' : 'false'}
          tabindex={at === 0 ? 0 : -1}
        >
          {label}
        </button>
      ))}
    </div>
    {tabs.map(({ name, content }, at) => (
      <div
        role="tabpanel"
        id={`${id}-${name}`}
        aria-labelledby={`${id}-${name}-tab`}
        class={panelClass}
        hidden={at > 0}
      >
        {content}
      </div>
    ))}
  </div>
)
