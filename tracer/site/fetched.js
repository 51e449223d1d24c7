// In the kernel's worker: tells the page how many bytes have come.
{
  const fetched = self.fetch;
  self.fetch = async (...asked) => {
    const answer = await fetched(...asked);
    if (!answer.body) return answer;
    const counted = new TransformStream({
      transform(part, rest) {
        self.postMessage({ plyglassFetched: part.byteLength });
        rest.enqueue(part);
      },
    });
    return new Response(answer.body.pipeThrough(counted), answer);
  };
}
