/** What stands on the page in place of a node that another program took away. */
const standIns = new WeakMap<Node, Node>();

/** Notes which node took the place of which, in one batch of changes. */
function note(records: readonly MutationRecord[]): void {
  const added = new Set<Node>();
  let last: MutationRecord | undefined;
  for (const record of records) {
    const { addedNodes, removedNodes, previousSibling, nextSibling, target } = record;
    for (const node of addedNodes) added.add(node);
    const besides = [previousSibling, nextSibling].find((node) => node && added.has(node));
    const standIn = addedNodes[0] ?? besides;
    if (standIn) for (const node of removedNodes) standIns.set(node, standIn);
    // Taken away first, and replaced in the next step.
    const isSamePlace =
      last?.target === target &&
      last.previousSibling === previousSibling &&
      last.nextSibling === nextSibling;
    if (last && isSamePlace && addedNodes[0] && removedNodes.length === 0) {
      for (const node of last.removedNodes) standIns.set(node, addedNodes[0]);
    }
    last = record;
  }
}

/**
 * Lets the page live on when a browser's translator or an extension replaces or wraps its nodes
 * (HARD-69). React changes, moves and removes the nodes that it made: without this it would write into
 * texts that nobody sees, and fail at removing what is no longer where it put it. A text that React changes
 * takes its place on the page again; a node that it removes goes together with what stands for it.
 *
 * What a node of React's own commit stood in for is noted too, and does no harm: React never asks for a node again
 * that it has removed.
 */
export function liveWithForeignNodes(): void {
  const observer = new MutationObserver(note);
  observer.observe(document.body, { childList: true, subtree: true });

  /** The node itself, or what stands for it. */
  function shownFor(node: Node): Node | undefined {
    note(observer.takeRecords());
    const seen = new Set<Node>();
    let shown: Node | undefined = node;
    while (shown && !shown.parentNode) {
      if (seen.has(shown)) return undefined;
      seen.add(shown);
      shown = standIns.get(shown);
    }
    return shown;
  }

  /** The child of `parent` that is, holds or replaces a node. */
  function childFor(parent: Node, node: Node): Node | undefined {
    let at: Node | null | undefined = shownFor(node);
    while (at && at.parentNode !== parent) at = at.parentNode;
    return at ?? undefined;
  }

  const { appendChild, insertBefore, removeChild } = Node.prototype;

  /** A node that moves leaves nothing behind that stands for it. */
  function leave(node: Node): void {
    if (node.parentNode || !standIns.has(node)) return;
    const shown = shownFor(node);
    shown?.parentNode?.removeChild(shown);
    standIns.delete(node);
  }

  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    leave(node);
    return appendChild.call(this, node) as T;
  };

  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    leave(node);
    const isHere = before === null || before.parentNode === this;
    return insertBefore.call(this, node, isHere ? before : (childFor(this, before) ?? null)) as T;
  };

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const shown = childFor(this, child);
    if (shown) removeChild.call(this, shown);
    return child;
  };

  /** Puts a text that was just changed back into its place. */
  function show(text: CharacterData): void {
    if (text.parentNode) return;
    const shown = shownFor(text);
    shown?.parentNode?.replaceChild(text, shown);
  }

  for (const [owner, name] of [
    [Node.prototype, 'nodeValue'],
    [CharacterData.prototype, 'data'],
  ] as const) {
    const inherited = Object.getOwnPropertyDescriptor(owner, name);
    if (!inherited?.get || !inherited.set) continue;
    const { get, set } = inherited;
    Object.defineProperty(CharacterData.prototype, name, {
      configurable: true,
      enumerable: true,
      get,
      set(this: CharacterData, text: string) {
        set.call(this, text);
        show(this);
      },
    });
  }
}
