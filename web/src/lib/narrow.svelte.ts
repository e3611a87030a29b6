// A window too narrow for panels beside or over the board, such as a phone's.

class Narrow {
  #query = window.matchMedia("(max-width: 820px)");
  now = $state(this.#query.matches);

  constructor() {
    this.#query.addEventListener("change", (event) => (this.now = event.matches));
  }
}

export const narrow = new Narrow();
