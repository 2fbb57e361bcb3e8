// A container that accepts connections and never answers: its health probe hangs.
import { createServer } from 'node:net'
createServer(() => undefined).listen(Number(process.env.PORT), process.env.HOST)
