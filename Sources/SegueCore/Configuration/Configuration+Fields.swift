extension Configuration {
    /// Sets one field from text: a value as `ConfigurationField.text(in:)` writes it. A boolean is also accepted as
    /// `on` or `off`.
    ///
    /// Throws `invalidConfiguration`, which names the field and the accepted values. On an error, nothing changes.
    public mutating func set(_ field: ConfigurationField, to text: String) throws(AudioPlayerError) {
        guard field.setting.write(text, &self) else {
            throw .invalidConfiguration(field: field.rawValue, value: text, expected: field.expectation)
        }
    }

    /// Checks every field, for a configuration assembled in code.
    ///
    /// Throws `invalidConfiguration` for the first field that is out of its range.
    public func validate() throws(AudioPlayerError) {
        var copy = self
        for field in ConfigurationField.allCases {
            try copy.set(field, to: field.text(in: self))
        }
    }

    /// Returns this configuration with the given fields of `other`. Traps if a field of `other` is not valid: `other`
    /// must have passed `validate()`.
    public func adopting(_ fields: [ConfigurationField], of other: Configuration) -> Configuration {
        var result = self
        for field in fields {
            do {
                try result.set(field, to: field.text(in: other))
            } catch {
                preconditionFailure("\(field) of a configuration that is not valid: \(error)")
            }
        }
        return result
    }
}
