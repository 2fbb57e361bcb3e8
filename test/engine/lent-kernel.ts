import { openAccelerator, type WebAssemblyAccelerator } from '../../container/engine/webassembly/accelerator.ts'
import { type Kernel, openKernel } from '../../container/engine/webassembly/kernel/kernel.ts'
import { KernelWorkbooks } from '../../container/engine/webassembly/readers/kernel-workbooks.ts'

interface Reusable<Self> {
  reopened(): Self
}

/**
 * Lends a kernel or an accelerator to one conversion, in memory that earlier conversions used. Allocating it takes
 * longer than to convert a small file, most of it for the collection of garbage.
 */
function lender<Lent extends Reusable<Lent>>(open: () => Lent | null) {
  const idle: Lent[] = []
  return async <Result>(work: (lent: Lent | null) => Promise<Result>): Promise<Result> => {
    const lent = idle.pop()?.reopened() ?? open()
    try {
      return await work(lent)
    } finally {
      if (lent !== null) idle.push(lent)
    }
  }
}

export const withKernel = lender<Kernel>(openKernel)

export const withAccelerator = lender<WebAssemblyAccelerator>(openAccelerator)

/** Lends a kernel to readers of workbooks. */
export const withWorkbooks = <Result>(
  work: (accelerator: KernelWorkbooks | null) => Promise<Result>,
): Promise<Result> => withKernel((kernel) => work(kernel === null ? null : new KernelWorkbooks(kernel)))
