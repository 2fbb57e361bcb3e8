import type { DirectorySubject } from '../../src/contract/operator.ts'
import { copyAccount, copyCase, dropCase } from '../../src/directory/copies.ts'
import { inDirectory, type Statement } from '../../src/directory/tables.ts'
import { sendMail } from '../../src/mail/send-mail.ts'
import type { AccountStore } from './account-store.ts'
import type { CaseStore } from './case-store.ts'
import type { OutboxDoors } from './outbox.ts'

export interface OutboxSources {
  readonly accounts: AccountStore
  readonly cases: CaseStore
}

/** The queues, the directory and the mail. What the directory is told is read at the moment of telling. */
export function outboxDoors(env: Env, { accounts, cases }: OutboxSources): OutboxDoors {
  const copyOf = (subject: DirectorySubject, version: number): Statement | null => {
    if (subject.kind === 'account') {
      const state = accounts.state(Date.now())
      return state === null ? null : copyAccount(state, version)
    }
    const file = cases.find(subject.id)
    return file === null ? dropCase(subject.id) : copyCase(file, version)
  }
  return {
    async conversions(messages) {
      await env.CONVERSIONS.sendBatch([...messages])
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
