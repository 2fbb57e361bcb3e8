/** The service worker of the landing page. It uses the network first, so nobody gets an old page while online. */

interface WaitingEvent extends Event {
  waitUntil(promise: Promise<unknown>): void
}
interface RequestEvent extends Event {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
interface ServiceWorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: WaitingEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
}
const scope = globalThis as unknown as ServiceWorkerScope

const cacheName = 'rowmill-converter'
const kept = [
  '/',
  '/favicon.ico',
  '/site.webmanifest',
  '/assets/icon.svg',
  '/assets/icon-192.png',
  '/assets/rowmill.css',
  '/assets/site.css',
  '/assets/converter.css',
  '/assets/page/page.js',
  '/assets/page/home.js',
  '/assets/page/convert.js',
  '/assets/page/samples.js',
  '/assets/page/convert-worker.js',
]

scope.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(kept)))
  void scope.skipWaiting()
})

scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))

scope.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url)
  if (event.request.method !== 'GET' || origin !== location.origin || !kept.includes(pathname)) return
  event.respondWith(networkFirst(event.request, pathname))
})

async function networkFirst(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(cacheName)
  try {
    const fresh = await fetch(request)
    if (fresh.ok) await cache.put(path, fresh.clone())
    return fresh
  } catch (error) {
    const old = await cache.match(path)
    if (old === undefined) throw error
    return old
  }
}
