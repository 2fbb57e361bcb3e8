import type { SiteContext } from '../site-env.ts'
import { DocsPage } from './docs-page.tsx'

/** Explains why a signature check failed. The page's script computes it, and nothing is sent. */
export const SignaturePage = ({ c }: { readonly c: SiteContext }) => (
  <DocsPage
    c={c}
    title="Signature playground"
    description="Check a webhook signature in the browser and see why it fails."
    path="/docs/signature"
  >
    <h1>Signature playground</h1>
    <p class="lead">Paste what your server received. The check runs in this page: the secret is not sent anywhere.</p>
    <form id="signature" class="stack" autocomplete="off">
      <div class="field wide">
        <label for="signature-header">Service-Signature header</label>
        <input id="signature-header" spellcheck={false} placeholder="t=1767225600,v1=5f2d…" />
      </div>
      <div class="field wide">
        <label for="signature-secret">Signing secret</label>
        <input id="signature-secret" spellcheck={false} placeholder="whsec_…" />
      </div>
      <div class="field wide">
        <label for="signature-body">Raw body, byte for byte</label>
        <textarea id="signature-body" rows={8} spellcheck={false} placeholder='{"id":"evt_…'></textarea>
      </div>
      <ol class="checks" id="signature-checks" aria-live="polite"></ol>
    </form>
    <h2>Usual causes</h2>
    <ul>
      <li>The body was parsed and serialized again. Verify the raw bytes, before any JSON parsing.</li>
      <li>
        The secret is incomplete. The key is the whole string, with <code>whsec_</code>.
      </li>
      <li>The server’s clock is wrong. Calls older than 300 seconds are refused.</li>
      <li>A proxy decompressed or changed the body.</li>
    </ul>
    <p>
      <a href="/docs/webhooks">Webhook guide</a>
    </p>
  </DocsPage>
)
