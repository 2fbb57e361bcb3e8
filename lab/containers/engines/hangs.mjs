// Simulates a container that accepts connections and never responds, so its health probe hangs.
import { createServer } from 'node:net'
createServer(() => undefined).listen(Number(process.env.PORT), process.env.HOST)
