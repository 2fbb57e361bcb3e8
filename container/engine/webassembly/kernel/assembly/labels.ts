// The layout of a list of labels. It starts with the u32 number of slots minus one. Each slot is the distance of its
// label from the list, or 0. Each label consists of its length in the dump, the length of its output, and both texts.

/** Fills the slots by the labels' hashes. The host writes only the labels. */
export function indexLabels(list: usize, count: i32): void {
  const mask = load<u32>(list)
  let entry: u32 = 8 + (mask << 2)
  for (; count > 0; count--) {
    const at = list + <usize>entry
    const length = load<u32>(at)
    let slot = hashOf(at + 8, length) & mask
    while (load<u32>(slotAt(list, slot)) != 0) slot = (slot + 1) & mask
    store<u32>(slotAt(list, slot), entry)
    entry += 8 + length + load<u32>(at, 4)
  }
}

/** Finds the label with these bytes. Returns 0 if the list has none. */
export function findLabel(list: usize, at: usize, count: u32): usize {
  const mask = load<u32>(list)
  let slot = hashOf(at, count) & mask
  let distance = load<u32>(slotAt(list, slot))
  while (distance != 0) {
    const entry = list + <usize>distance
    if (load<u32>(entry) == count && memory.compare(entry + 8, at, <usize>count) == 0) return entry
    slot = (slot + 1) & mask
    distance = load<u32>(slotAt(list, slot))
  }
  return 0
}

function slotAt(list: usize, slot: u32): usize {
  return list + 4 + ((<usize>slot) << 2)
}

/** Returns the FNV-1a hash. Its upper bits are better distributed than the lower ones. */
function hashOf(at: usize, count: u32): u32 {
  let hash: u32 = 0x811c9dc5
  for (const end = at + <usize>count; at < end; at++) hash = (hash ^ load<u8>(at)) * 0x01000193
  return hash ^ (hash >>> 15)
}
