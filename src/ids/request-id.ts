import type { RequestId } from '../contract/ids.ts'
import { newUlid } from './new-ulid.ts'

export const newRequestId = (): RequestId => `req_${newUlid()}` as RequestId
