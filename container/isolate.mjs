// The engine for Workers. Its types stand beside it: the engine itself is checked with Node's types, not with a Worker's.
export { convert } from './engine/convert.ts'
export { nodeInflate } from './run/node-inflate.ts'
export { outputNameOf } from './run/output-name.ts'
