import { browserInflate } from '../../../src/converter/page/browser-inflate.ts'
import { describeInflate } from '../../container/run/support/describe-inflate.ts'

describeInflate(browserInflate)
