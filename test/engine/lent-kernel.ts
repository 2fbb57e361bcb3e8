import { WebAssemblyAccelerator } from '../../container/engine/webassembly/accelerator.ts'
import { type Kernel, openKernel } from '../../container/engine/webassembly/kernel/kernel.ts'
import { KernelWorkbooks } from '../../container/engine/webassembly/readers/kernel-workbooks.ts'

const idle: Kernel[] = []

/**
 * Lends a kernel to one conversion, in memory that earlier conversions used. Creating a kernel takes nearly half the
 * time of a small file.
 */
export async function withKernel<Result>(work: (kernel: Kernel | null) => Promise<Result>): Promise<Result> {
  const kernel = idle.pop()?.reopened() ?? openKernel()
  try {
    return await work(kernel)
  } finally {
    if (kernel !== null) idle.push(kernel)
  }
}

/** Returns the same kernel, as the accelerator in the engine's interface. */
export const withAccelerator = <Result>(
  work: (accelerator: WebAssemblyAccelerator | null) => Promise<Result>,
): Promise<Result> => withKernel((kernel) => work(kernel === null ? null : new WebAssemblyAccelerator(kernel)))

/** Returns the same kernel for readers of workbooks. */
export const withWorkbooks = <Result>(
  work: (accelerator: KernelWorkbooks | null) => Promise<Result>,
): Promise<Result> => withKernel((kernel) => work(kernel === null ? null : new KernelWorkbooks(kernel)))
