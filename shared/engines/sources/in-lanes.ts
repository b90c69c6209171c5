/** Answers in the order of the items, at most `lanes` of them worked on at once. */
export async function inLanes<Item, Answer>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  const queue = items.entries()
  const lane = async () => {
    for (const [place, item] of queue) answers[place] = await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return answers
}
