// The engine for Workers. Its types stand beside it: the engine itself is checked with Node's types, not with a Worker's.
import { convert as convertWith } from './engine/convert.ts'
import kernelModule from './engine/webassembly/kernel/kernel.wasm'
import { openKernel, useKernelOfWorker } from './engine/webassembly/kernel/kernel.ts'

export { nodeInflate } from './run/node-inflate.ts'
export { outputNameOf } from './run/output-name.ts'

useKernelOfWorker(kernelModule)
/** Kernels are used again: the memory of a dropped one counts toward the isolate's limit until it is collected. */
const idle = []

export async function convert(request) {
  const kernel = idle.pop()?.reopened() ?? openKernel()
  try {
    return await convertWith({ ...request, kernel })
  } finally {
    if (kernel !== null) idle.push(kernel)
  }
}

/** The memory that a kernel takes here; 0 where the platform has none. */
export const kernelBytes = () => openKernel()?.input.buffer.byteLength ?? 0
export { convertWith }
