// The schemas that the npm package exports as `rowmill/schemas`: clients can validate with them before they send.
export { conversionSchema } from './conversion.ts'
export { reportSchema } from './report.ts'
export { specSchema } from './spec.ts'
