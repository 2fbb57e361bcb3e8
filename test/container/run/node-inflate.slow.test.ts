import { nodeInflate } from '../../../container/run/node-inflate.ts'
import { describeInflate } from './support/describe-inflate.ts'

describeInflate(nodeInflate)
