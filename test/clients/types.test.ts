import { expectTypeOf, test } from 'vitest'
import type * as client from '../../clients/javascript/rowmill.ts'
import type { Conversion, Progress, Status } from '../../src/contract/conversion.ts'
import type { ApiErrorCode, FailureCode } from '../../src/contract/codes.ts'
import type { Fix, Problem, Report, ReportColumn } from '../../src/contract/report.ts'
import type { Dialect, InputFormat, SpecInput } from '../../src/contract/spec.ts'

type Section<Spec, Name extends keyof Spec> = NonNullable<Spec[Name]>

/** This file fails to compile if the service sends something that the client does not expect. */
test("the client's types cover everything that the service sends", () => {
  expectTypeOf<keyof client.Fix>().toEqualTypeOf<keyof Fix>()
  expectTypeOf<keyof client.Problem>().toEqualTypeOf<keyof Problem>()
  expectTypeOf<keyof client.ReportColumn>().toEqualTypeOf<keyof ReportColumn>()
  expectTypeOf<keyof client.Report>().toEqualTypeOf<keyof Report>()
  expectTypeOf<keyof client.Progress>().toEqualTypeOf<keyof Progress>()
  expectTypeOf<keyof client.Conversion>().toEqualTypeOf<keyof Conversion>()
  expectTypeOf<keyof client.Report['tables'][number]>().toEqualTypeOf<keyof Report['tables'][number]>()
  expectTypeOf<keyof client.DetectedInput>().toEqualTypeOf<keyof Report['input']>()
  expectTypeOf<Conversion['output']>().toExtend<client.Conversion['output']>()
  expectTypeOf<keyof NonNullable<client.Conversion['output']>>().toEqualTypeOf<
    keyof NonNullable<Conversion['output']>
  >()
})

test("the service accepts everything that the client's types allow", () => {
  expectTypeOf<client.Dialect>().toEqualTypeOf<Dialect>()
  expectTypeOf<client.InputFormat>().toEqualTypeOf<InputFormat>()
  expectTypeOf<client.Status>().toEqualTypeOf<Status>()
  expectTypeOf<keyof Section<client.SpecInput, 'input'>>().toEqualTypeOf<keyof Section<SpecInput, 'input'>>()
  expectTypeOf<keyof client.SpecInput['output']>().toEqualTypeOf<keyof SpecInput['output']>()
  expectTypeOf<keyof Section<client.SpecInput, 'inference'>>().toEqualTypeOf<keyof Section<SpecInput, 'inference'>>()
  expectTypeOf<keyof client.SpecInput>().toEqualTypeOf<keyof SpecInput>()
  expectTypeOf<ApiErrorCode>().toExtend<client.ApiErrorCode>()
  expectTypeOf<FailureCode>().toExtend<client.FailureCode>()
})
