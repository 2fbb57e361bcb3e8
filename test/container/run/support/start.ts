import type { AccountId, ConversionId } from '../../../../src/contract/ids.ts'
import type { EngineStart, RunInput } from '../../../../src/contract/run.ts'
import { specSchema } from '../../../../src/contract/spec.ts'

export interface StartWishes {
  readonly origin: string
  readonly input: RunInput
  readonly name?: string
  readonly accountId?: string
  readonly conversionId?: string
  readonly attempt?: number
  readonly leaseSeconds?: number
  readonly msLeft?: number
  readonly urlMaxBytes?: number
  readonly allowanceLeftBytes?: number
  readonly trustedOrigins?: readonly string[]
}

const spec = specSchema.parse({ output: { dialect: 'postgresql' } })

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- tests use readable ids of any type
export const asId = <Id extends string>(text: string): Id => text as Id

/** Returns a start order with defaults for everything that a test does not set. */
export function startOf(wishes: StartWishes): EngineStart {
  return {
    origin: wishes.origin,
    capability: 'the-capability',
    download: { via: 'direct', trustedOrigins: wishes.trustedOrigins ?? [], limitSeconds: 60, stallSeconds: 1 },
    order: {
      accountId: asId<AccountId>(wishes.accountId ?? 'account-a'),
      conversionId: asId<ConversionId>(wishes.conversionId ?? '01ARZ3NDEKTSV4RRFFQ69G5FAV'),
      attempt: wishes.attempt ?? 1,
      name: wishes.name ?? 'file.csv',
      spec,
      input: wishes.input,
      outputKey: 'out',

      rejectsKey: 'outputs/rejects',
      deadlineMs: Date.now() + (wishes.msLeft ?? 60_000),
      leaseSeconds: wishes.leaseSeconds ?? 30,
      urlMaxBytes: wishes.urlMaxBytes ?? 1 << 30,
      allowanceLeftBytes: wishes.allowanceLeftBytes ?? 1 << 30,
    },
  }
}
