/** The landing page works offline after its first use, because a service worker keeps its files. */

const begins = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'scroll', 'dragenter'] as const

function keepForOffline(): void {
  for (const name of begins) removeEventListener(name, keepForOffline)
  // The page itself has priority. Browsers without service workers only cannot work offline.
  if ('serviceWorker' in navigator)
    navigator.serviceWorker.register('/assets/page/offline.js', { scope: '/' }).catch(() => undefined)
}

for (const name of begins) addEventListener(name, keepForOffline, { passive: true })
