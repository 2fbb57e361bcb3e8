// The engine for Workers. Its types are in a file next to it, because the engine is checked with Node's types and not
// with a Worker's.
import kernelModule from './engine/webassembly/kernel/kernel.wasm'
import { openAccelerator } from './engine/webassembly/accelerator.ts'
import { useKernelOfWorker } from './engine/webassembly/kernel/kernel.ts'

export { convert } from './engine/convert.ts'
export { nodeInflate } from './run/node-inflate.ts'
export { outputNameOf } from './run/output-name.ts'

useKernelOfWorker(kernelModule)

/** Returns the memory that an accelerator takes here, or 0 if the platform has none. */
export const acceleratorBytes = () => openAccelerator()?.input.buffer.byteLength ?? 0
