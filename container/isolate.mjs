// The engine for Workers. Its types are in a file next to it, because the engine is checked with Node's types and not
// with a Worker's.
import { convert as convertWith } from './engine/convert.ts'
import kernelModule from './engine/webassembly/kernel/kernel.wasm'
import { openAccelerator } from './engine/webassembly/accelerator.ts'
import { useKernelOfWorker } from './engine/webassembly/kernel/kernel.ts'

export { nodeInflate } from './run/node-inflate.ts'
export { outputNameOf } from './run/output-name.ts'

useKernelOfWorker(kernelModule)
/** Accelerators are used again: the memory of a dropped one counts toward the isolate's limit until it is collected. */
const idle = []

export async function convert(request) {
  const accelerator = idle.pop()?.reopened() ?? openAccelerator()
  try {
    return await convertWith({ ...request, accelerator })
  } finally {
    if (accelerator !== null) idle.push(accelerator)
  }
}

/** Returns the memory that an accelerator takes here, or 0 if the platform has none. */
export const acceleratorBytes = () => openAccelerator()?.input.buffer.byteLength ?? 0
export { convertWith }
