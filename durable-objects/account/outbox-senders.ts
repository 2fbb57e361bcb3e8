import type { DirectorySubject } from '../../src/contract/operator.ts'
import { copyAccount, copyCase, dropAccount, dropCase } from '../../src/directory/copies.ts'
import { inDirectory, type Statement } from '../../src/directory/tables.ts'
import { sendMail } from '../../src/mail/send-mail.ts'
import type { ConversionMessage } from '../../src/contract/run.ts'
import { logError } from '../../src/logs/log.ts'
import { engineStub } from '../../src/stubs/engine.ts'
import type { AccountStore } from './account-store.ts'
import type { CaseStore } from './case-store.ts'
import type { OutboxSenders } from './outbox.ts'

export interface OutboxSources {
  readonly accounts: AccountStore
  readonly cases: CaseStore
}

/** Offers a small file to an isolate with free capacity. After any failure there, the queue and a container take over. */
async function isConvertedHere(env: Env, message: ConversionMessage): Promise<boolean> {
  if (message.isSmall !== true) return false
  try {
    return (await engineStub(env, message.conversionId, message.poke).convertHere(message)) === 'taken'
  } catch (error) {
    logError('no_isolate', { account: message.accountId, conversion: message.conversionId }, error)
    return false
  }
}

/**
 * Returns the outlets to the queues, the directory and the mail. An outlet reads the directory's data when it sends it.
 */
export function outboxSenders(env: Env, { accounts, cases }: OutboxSources): OutboxSenders {
  const copyOf = (subject: DirectorySubject, version: number): Statement | null => {
    if (subject.kind === 'account') {
      const state = accounts.state(Date.now())
      if (state === null) return null
      return state.deleted_at === null ? copyAccount(state, version) : dropAccount(state.account_id)
    }
    const file = cases.find(subject.id)
    return file === null ? dropCase(subject.id) : copyCase(file, version)
  }
  return {
    async conversions(messages) {
      const here = await Promise.all(messages.map(({ body }) => isConvertedHere(env, body)))
      const left = messages.filter((_, at) => here[at] !== true)
      if (left.length > 0) await env.CONVERSIONS.sendBatch(left)
    },
    async deliveries(messages) {
      await env.DELIVERIES.sendBatch([...messages])
    },
    async directory(subjects) {
      const newest = new Map(subjects.map(({ subject, version }) => [JSON.stringify(subject), { subject, version }]))
      const statements = [...newest.values()].map(({ subject, version }) => copyOf(subject, version))
      await inDirectory(
        env,
        statements.filter((statement) => statement !== null),
      )
    },
    mail: (mail) => sendMail(env, mail, Date.now()),
  }
}
