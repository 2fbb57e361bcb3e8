// Simulates a container that ends as soon as it starts.
process.exit(1)
