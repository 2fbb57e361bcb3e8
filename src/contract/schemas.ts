// The schemas that the npm package exports as `rowmill/schemas`: what the service checks with, for whoever wants to check first.
export { conversionSchema } from './conversion.ts'
export { reportSchema } from './report.ts'
export { specSchema } from './spec.ts'
