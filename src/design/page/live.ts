/**
 * Refreshes parts of a page: an element with `data-live` is fetched again after that many milliseconds, until the
 * attribute is gone.
 */

/** A request that is lost must not end the refreshing, so it is given up after this time. */
const lostAfterMs = 10_000

async function refresh(element: HTMLElement): Promise<void> {
  const response = await fetch(location.href, {
    headers: { accept: 'text/html' },
    signal: AbortSignal.timeout(lostAfterMs),
  })
  if (response.redirected || !response.ok) throw new Error(`returned ${response.status}`)
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById(element.id)
  if (fresh === null) throw new Error(`returned a page without ${element.id}`)
  const isSame = fresh.outerHTML === element.dataset['shown']
  if (isSame) return schedule(element, element.dataset['live'])
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.getAttribute('href') : null
  const shown = fresh.outerHTML
  // Details that the reader has opened stay open.
  for (const { id } of element.querySelectorAll<HTMLDetailsElement>('details[open][id]'))
    fresh.querySelector(`#${CSS.escape(id)}`)?.setAttribute('open', '')
  element.replaceWith(fresh)
  fresh.dataset['shown'] = shown
  // The focus returns to the same link in the new part.
  if (focused !== null && document.activeElement === document.body)
    fresh.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus()
  document.dispatchEvent(new Event('live'))
  schedule(fresh, fresh.dataset['live'])
}

function schedule(element: HTMLElement, wait: string | undefined, failures = 0): void {
  if (wait === undefined) return
  const ms = Number(wait) * 2 ** Math.min(failures, 5)
  setTimeout(() => {
    if (document.hidden) return schedule(element, wait, failures)
    refresh(element).catch(() => schedule(element, wait, failures + 1))
  }, ms)
}

for (const element of document.querySelectorAll<HTMLElement>('[data-live]')) schedule(element, element.dataset['live'])
