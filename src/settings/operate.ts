import type { CaseView, Operation, UsageView } from '../contract/account.ts'
import type { ApiResponse } from '../contract/response.ts'
import type { Conversion } from '../contract/conversion.ts'
import { isConversionId, type RequestId } from '../contract/ids.ts'
import { newRequestId } from '../ids/request-id.ts'
import { ownAccount, type SettingsContext } from './guard.ts'

interface DataOf {
  readonly usage: { readonly data: UsageView }
  readonly list: { readonly data: readonly Conversion[]; readonly meta: { readonly next_cursor: string | null } }
  readonly open_case: { readonly data: CaseView }
}

type BodyOf<Kind extends Operation['kind']> = Kind extends keyof DataOf ? DataOf[Kind] : { readonly data: Conversion }

export type Operated<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly status: number; readonly code: string; readonly message: string }

/** Sends the operation of the signed-in account as the API would, without a key. */
const operateRaw = (c: SettingsContext, operation: Operation, requestId: RequestId): Promise<ApiResponse> =>
  ownAccount(c).operate(operation, requestId)

/**
 * Sends an operation for the scripts of the pages, with the rate limit of a key, because anybody with the session can
 * imitate them.
 */
export const operateLimited = (c: SettingsContext, operation: Operation, requestId: RequestId): Promise<ApiResponse> =>
  ownAccount(c).operate(operation, requestId, c.get('visitor').sessionId)

export async function operate<O extends Operation>(
  c: SettingsContext,
  operation: O,
): Promise<Operated<BodyOf<O['kind']>>> {
  const response = await operateRaw(c, operation, newRequestId())
  const body: unknown = response.body === null ? null : JSON.parse(response.body)
  if (response.status < 400) return { ok: true, body: body as BodyOf<O['kind']> }
  const { code, message } = (body as { error: { code: string; message: string } }).error
  return { ok: false, status: response.status, code, message }
}

/** Sends an operation on a conversion. A malformed id gets the same response as an id of another account. */
export const operateOn = (
  c: SettingsContext,
  kind: 'read' | 'cancel' | 'delete',
  id: string,
): Promise<Operated<{ readonly data: Conversion }>> =>
  isConversionId(id)
    ? operate(c, kind === 'read' ? { kind, id, waitSeconds: 0 } : { kind, id })
    : Promise.resolve({ ok: false, status: 404, code: 'not_found', message: 'No conversion has this id.' })
