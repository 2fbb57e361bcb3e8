// npm run monitoring writes the Grafana dashboard and alert rules of docs/operate/monitoring from its queries.
import { writeFileSync } from 'node:fs'
import { monitoringFiles } from './monitoring/grafana.ts'

for (const [path, text] of Object.entries(monitoringFiles())) writeFileSync(path, text)
