// Preloaded into each process of the start command. It ends the process and its children when the start command has
// ended. The pipe between them closes in any case, even after SIGKILL, which cannot be caught.
process.stdin.on('close', () => process.kill(0, 'SIGTERM'))
process.stdin.resume()
process.stdin.unref()
