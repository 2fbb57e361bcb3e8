import { Hono } from 'hono'
import { Converter } from '../converter/converter.tsx'
import type { SettingsEnv } from './guard.ts'
import { Page, show } from './layout.tsx'

/** The converter for a signed-in user, in the page or on the service. */
export const convert = new Hono<SettingsEnv>().get('/', (c) =>
  show(
    c,
    <Page
      c={c}
      title="Convert"
      place="convert"
      lead="See what is in a file before anything leaves your computer."
      styles={['converter.css']}
      scripts={['convert.js']}
      isWide
    >
      <Converter origin={c.env.PUBLIC_ORIGIN} audience={c.get('visitor').plan} />
    </Page>,
  ),
)
