import { openApiDocument } from '../src/api/description/document.ts'
import { postmanCollection } from './postman/collection.ts'

// npm run -s postman -- [ORIGIN] > rowmill.postman_collection.json writes the API as a collection that Postman,
// Insomnia and Bruno import.
const origin = process.argv[2] ?? 'https://api.rowmill.example'
console.log(JSON.stringify(postmanCollection(openApiDocument(origin), origin), null, 2))
