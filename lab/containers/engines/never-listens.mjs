// Simulates a container that starts and never listens, as happens in production.
setInterval(() => undefined, 1000)
