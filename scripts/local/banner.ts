import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ServiceFile } from './state-folder.ts'

const example = fileURLToPath(new URL('../../examples/orders.csv', import.meta.url))

export function banner(service: ServiceFile, seconds: number): string {
  return `
  Rowmill is ready (${seconds.toFixed(1)} s)

  API        ${service.base_url}
  Key        ${service.api_key}
  Settings   ${service.settings_url}   (${service.email} / ${service.password})
  Reference  ${service.base_url.replace(/\/v1$/, '/docs')}

  Convert the example file through the whole service:

    KEY=${service.api_key} BASE=${service.base_url} sh examples/convert.sh examples/orders.csv postgresql

  or open a conversion yourself:

    curl -s ${service.base_url}/conversions -H 'Authorization: Bearer ${service.api_key}' \\
      -H 'Content-Type: application/json' \\
      -d '{"name":"orders.csv","bytes":${statSync(example).size},"spec":{"output":{"dialect":"postgresql"}}}'

  Ctrl-C stops everything.
`
}
