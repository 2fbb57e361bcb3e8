// npm run monitoring: writes the dashboard and the alert rules of docs/operate/monitoring for Grafana from its queries.
import { writeFileSync } from 'node:fs'
import { monitoringFiles } from './monitoring/grafana.ts'

for (const [path, text] of Object.entries(monitoringFiles())) writeFileSync(path, text)
