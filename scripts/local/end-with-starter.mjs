// Loaded before whatever the start command starts: ends it, with all that it has started itself, once the start command is
// gone. A pipe between them closes however that went, and nobody can catch SIGKILL.
process.stdin.on('close', () => process.kill(0, 'SIGTERM'))
process.stdin.resume()
process.stdin.unref()
