import { parentPort } from 'node:worker_threads'
import { BlockConverter } from '../engine/blocks/block-converter.ts'
import type { BlockJob, BlockOrder } from '../engine/blocks/block-job.ts'
import { openKernel } from '../engine/kernel/kernel.ts'

export type BlockMessage =
  | { readonly kind: 'begin'; readonly job: BlockJob }
  | { readonly kind: 'convert'; readonly order: BlockOrder }

const kernel = openKernel()
let converter: BlockConverter | null = null

parentPort?.on('message', (message: BlockMessage) => {
  if (message.kind === 'begin') {
    converter = kernel === null ? null : BlockConverter.open(kernel, message.job)
    return
  }
  const { order } = message
  parentPort?.postMessage(converter?.convert(order) ?? { kind: 'odd', ...order }, [])
})
