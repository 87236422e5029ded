package io.strandline.lab.cdc;

/** A fixed number of neighbouring items of an {@link OrderedLog}, filled from the first on. */
interface LogBlock<T> {

  /** Items a block. */
  int SIZE = 1024;

  /** The item in a slot that was filled before the reader's extent was published. */
  T get(int slot);

  /** Fills the next slot. */
  void set(int slot, T item);

  /** A block of references. */
  static <T> LogBlock<T> ofReferences() {
    Object[] items = new Object[SIZE];
    return new LogBlock<>() {
      @Override
      @SuppressWarnings("unchecked")
      public T get(int slot) {
        return (T) items[slot];
      }

      @Override
      public void set(int slot, T item) {
        items[slot] = item;
      }
    };
  }
}
